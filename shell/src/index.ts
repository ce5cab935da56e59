// The policy comes first: it checks every script URL from here on.
import './boot/trusted-types';
// In the entry's style sheet, which precedes all others: components override the base styles, never the reverse.
import '@paddock/ui/base.css';
import './boot/splash.css';
import type { Boot } from '@paddock/contract/calls/boot';
import { showSplash } from './boot/splash';
import { takeEntry, stripPageUrl } from './boot/strip-url-tokens';
import { fetchBoot, readStoredMember } from './boot/fetch-boot';
import { fetchAhead } from './modules/fetch-ahead';

stripPageUrl();
showSplash();
// `early.ts` has started this request; development has no `early.ts`.
const page = globalThis as { firstBoot?: Promise<Boot> };
const firstBoot = (page.firstBoot ??= fetchBoot());
// Fetched together with this script; runs when the first module's files are requested.
const rest = import(/* webpackChunkName: "start" */ './boot/begin');
void fetchAhead(firstBoot, readStoredMember())
  // The start meets the same fault, and shows it.
  .catch(() => undefined)
  .then(() => rest)
  .then(({ begin }) => begin())
  .then(({ start }) => start(firstBoot, takeEntry()));
