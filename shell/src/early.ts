import { fetchBoot } from './boot/fetch-boot';

// A script of its own, smaller than one packet's worth: the boot answer is asked for before the shell's code is here.
const answer = fetchBoot();
answer.catch(() => undefined);
Object.assign(globalThis, { firstBoot: answer });
