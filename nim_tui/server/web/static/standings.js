// A ladder, tournament or club, as it is now.

import { follow, renew } from "./follow.js";

const main = () => document.querySelector("main");

follow(location.pathname, (now) => renew(main(), now.querySelector("main")));
