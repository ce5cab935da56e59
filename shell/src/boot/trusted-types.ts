/** URLs of module files in the boot reply. Only these and the shell's own assets may run as scripts. */
const listed = new Set<string>();

/** Allows the browser to load these URLs as scripts. */
export function allowScripts(addresses: Iterable<string>): void {
  for (const address of addresses) listed.add(new URL(address, document.baseURI).href);
}

/**
 * The form of the paths of the shell's own assets, its service worker and the test provider's script; it cannot express another origin or
 * folder.
 */
const ownAsset = /^\/(assets\/\w[\w.-]*|push-worker\.js|test-provider\/stripe\.js)$/;
/** The page's content policy has it only where members pay by card. */
const cardScripts = 'https://js.stripe.com';

/** True for the shell's own assets, the card provider's scripts, and files in the boot reply. */
export function isAllowedScript(address: string, base: string = document.baseURI): boolean {
  if (ownAsset.test(address)) return true;
  const url = new URL(address, base);
  if (url.origin === cardScripts) return true;
  return (url.origin === new URL(base).origin && url.pathname.startsWith('/assets/')) || listed.has(url.href);
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };

// The page's only policy (`trusted-types default`). It has no rule for markup or script text: both throw.
trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (!isAllowedScript(address)) throw new TypeError(`MODULE_UNLISTED: ${address} is not in the boot reply`);
    return address;
  },
});
