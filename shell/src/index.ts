// The policy first: from here on every script address is checked.
import './boot/trusted-types';
// In the entry's style sheet, which stands before every other: components override the ground, never the reverse.
import '@paddock/ui/base.css';
import './boot/splash.css';
import { showSplash } from './boot/splash';
import { tidyAddress } from './boot/tidy-address';
import { fetchBoot, isSignedIn } from './boot/fetch-boot';
import { fetchAhead } from './modules/fetch-ahead';

tidyAddress(window.location, window.history);
showSplash();
// The answer is on its way while the rest of the shell loads.
const firstBoot = fetchBoot();
firstBoot.then(
  (boot) => fetchAhead(boot, window.location.hash.slice(1), isSignedIn()),
  () => undefined,
);

// Shared modules need an asynchronous start: they are in the share scope before anything imports them.
void import(/* webpackChunkName: "start" */ './boot/start').then(({ start }) => start(firstBoot));
