import type { Boot } from '@paddock/contract/boot';
import { fetchBoot } from './boot/fetch-boot';

// A script of its own, half a KB: the boot answer is asked for before the shell's code is here. Should the shell be faster,
// it has asked itself.
const page = globalThis as { firstBoot?: Promise<Boot> };
page.firstBoot ??= fetchBoot();
page.firstBoot.catch(() => undefined);
