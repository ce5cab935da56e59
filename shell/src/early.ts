import type { Boot } from '@paddock/contract/calls/boot';
import { fetchBoot } from './boot/fetch-boot';
import { tidyPage } from './boot/strip-url-tokens';

// First of all: nothing is asked for while a token stands in the address.
tidyPage();

// A script of its own, half a KB: the boot answer is asked for before the shell's code is here. Should the shell be faster,
// it has asked itself.
const page = globalThis as { firstBoot?: Promise<Boot> };
page.firstBoot ??= fetchBoot();
page.firstBoot.catch(() => undefined);
