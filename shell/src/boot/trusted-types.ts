/** Addresses of module files that the boot answer lists; with the shell's own assets the only scripts there are. */
const listed = new Set<string>();

/** Lets the browser load these addresses as scripts. */
export function allowScripts(addresses: Iterable<string>): void {
  for (const address of addresses) listed.add(new URL(address, document.baseURI).href);
}

/** As the shell's own code asks for its files; nothing in it can lead elsewhere. */
const ownAsset = /^\/assets\/\w[\w.-]*$/;

/** True for the shell's own assets and for what the boot answer lists. */
export function isAllowedScript(address: string, base: string = document.baseURI): boolean {
  if (ownAsset.test(address)) return true;
  const url = new URL(address, base);
  return (url.origin === new URL(base).origin && url.pathname.startsWith('/assets/')) || listed.has(url.href);
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };

// The one policy of the page (`trusted-types default`). It has no rule for markup and none for script text: both throw.
trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (!isAllowedScript(address)) throw new TypeError(`MODULE_UNLISTED: ${address} is not in the boot answer`);
    return address;
  },
});
