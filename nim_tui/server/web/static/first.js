// The tables and people of the first page, as they are now. What has the focus stays, or is found again.

import { follow, renew } from "./follow.js";

const PARTS = ["company", "yours", "waiting", "live", "here", "tabs"];
const at = (id) => document.getElementById(id);

function show(now) {
  if (!now.getElementById("waiting") !== !at("waiting")) return; // signed in or out meanwhile
  for (const id of PARTS) change(at(id), now.getElementById(id));
}

/** Take a part as it is now; one's own tables are the only one that comes and goes. */
function change(shown, told) {
  if (!shown && told) at("waiting").before(told);
  else if (!told) shown?.remove();
  else renew(shown, told);
}

if (at("waiting")) follow("/now", show);
