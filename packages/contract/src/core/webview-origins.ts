import { type Deployment, tabsOf } from './deployment.js';
import type { Flags } from './flags.js';

type Settings = Pick<Flags, 'webview_tab'>;

/** Origins of the pages that the deployment's web view may show: its own page's and those that it allows. */
export const webviewOrigins = ({ tabs, flags }: Pick<Deployment, 'tabs' | 'flags'>): string[] =>
  tabsOf({ tabs }).includes('webview') ? listedOrigins(flags) : [];

/** Whether the web view, where it is deployed, may show a page. */
export const isListedPage = (address: string, flags: Settings): boolean =>
  URL.canParse(address) && listedOrigins(flags).includes(new URL(address).origin);

function listedOrigins({ webview_tab: { url, allow } }: Settings): string[] {
  return url === undefined ? [] : [...new Set([new URL(url).origin, ...allow])];
}
