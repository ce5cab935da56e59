import { contractVersion } from '@paddock/contract/core/contract-version';

/** User agent patterns of browser versions, most specific first: a browser also names those further down. */
const versions = [
  /\bEdg(?:A|iOS)?\/([\d.]+)/,
  /\bOPR\/([\d.]+)/,
  /\b(?:Firefox|FxiOS)\/([\d.]+)/,
  /\b(?:Chrome|CriOS)\/([\d.]+)/,
  /\bVersion\/([\d.]+)/,
];
const models = /\b(iPhone|iPad|Android|Windows|CrOS|Macintosh|Linux)\b/;

/** The client parameters of each call (A §7): client version, browser version and kind of device. */
export function deviceFacts(agent = navigator.userAgent) {
  const version = versions.map((pattern) => pattern.exec(agent)?.[1]).find(Boolean);
  return {
    'client-version': contractVersion,
    'device-platform': 'web',
    'device-version': version ?? '0',
    'device-model': models.exec(agent)?.[1] ?? 'browser',
  };
}
