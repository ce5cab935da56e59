// The policy first: from here on every script address is checked.
import './boot/trusted-types';
// In the entry's style sheet, which stands before every other: components override the ground, never the reverse.
import '@paddock/ui/base.css';
import './boot/splash.css';
import type { Boot } from '@paddock/contract/calls/boot';
import { showSplash } from './boot/splash';
import { takeEntry, tidyPage } from './boot/strip-url-tokens';
import { fetchBoot, storedMember } from './boot/fetch-boot';
import { fetchAhead } from './modules/fetch-ahead';

tidyPage();
showSplash();
// On its way since `early.ts`, which development goes without.
const page = globalThis as { firstBoot?: Promise<Boot> };
const firstBoot = (page.firstBoot ??= fetchBoot());
// Fetched beside this one, and run when the first module's files are asked for.
const rest = import(/* webpackChunkName: "start" */ './boot/begin');
void fetchAhead(firstBoot, storedMember())
  .then(() => rest)
  .then(({ begin }) => begin())
  .then(({ start }) => start(firstBoot, takeEntry()));
