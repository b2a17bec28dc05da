// Lets browsers install the pages as an app: a worker answers while there is no connection.

const WORKER = "/offline.js";

if (isSecureContext && "serviceWorker" in navigator) {
  const vouched = { createScriptURL: () => WORKER };
  const policy = window.trustedTypes?.createPolicy("nim-offline", vouched);
  navigator.serviceWorker.register(policy ? policy.createScriptURL("") : WORKER).catch(() => {}); // works without
}
