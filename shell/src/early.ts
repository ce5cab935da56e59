import type { Boot } from '@paddock/contract/calls/boot';
import { fetchBoot } from './boot/fetch-boot';
import { stripPageUrl } from './boot/strip-url-tokens';

// Runs first: no request may start while the address contains a token.
stripPageUrl();

// Before the first paint. A deployment with a theme of its own corrects it.
const appearance = localStorage.getItem('shell.appearance');
if (appearance === 'light' || appearance === 'dark') document.documentElement.dataset['theme'] = appearance;

// A separate script of half a KB requests the boot reply before the shell's code has loaded. If the shell starts first,
// it makes the request itself.
const page = globalThis as { firstBoot?: Promise<Boot> };
page.firstBoot ??= fetchBoot();
page.firstBoot.catch(() => undefined);
