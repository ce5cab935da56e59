import type { Boot } from '@paddock/contract/calls/boot';
import { fetchBoot } from './boot/fetch-boot';
import { stripPageUrl } from './boot/strip-url-tokens';

// Runs first: no request may start while the address contains a token.
stripPageUrl();

// A separate script of half a KB requests the boot reply before the shell's code has loaded. If the shell starts first,
// it makes the request itself.
const page = globalThis as { firstBoot?: Promise<Boot> };
page.firstBoot ??= fetchBoot();
page.firstBoot.catch(() => undefined);
