import { type Deployment, tabsOf } from './deployment.js';

/** Origins of the pages that the deployment's web view may show: its own page's and those that it allows. */
export function webviewOrigins({ tabs, flags: { webview_tab } }: Pick<Deployment, 'tabs' | 'flags'>): string[] {
  const { url, allow } = webview_tab;
  if (url === undefined || !tabsOf({ tabs }).includes('webview')) return [];
  return [...new Set([new URL(url).origin, ...allow])];
}
