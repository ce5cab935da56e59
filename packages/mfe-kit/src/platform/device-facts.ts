import { contractVersion } from '@paddock/contract/core/contract-version';

/** Browsers by the part of the user agent that names their version. Others pretend to be what comes further down. */
const versions = [
  /\bEdg(?:A|iOS)?\/([\d.]+)/,
  /\bOPR\/([\d.]+)/,
  /\b(?:Firefox|FxiOS)\/([\d.]+)/,
  /\b(?:Chrome|CriOS)\/([\d.]+)/,
  /\bVersion\/([\d.]+)/,
];
const models = /\b(iPhone|iPad|Android|Windows|CrOS|Macintosh|Linux)\b/;

/** What each call says of this client (A §7): its version, and the browser's version and kind of device. */
export function deviceFacts(agent = navigator.userAgent) {
  const version = versions.map((pattern) => pattern.exec(agent)?.[1]).find(Boolean);
  return {
    'client-version': contractVersion,
    'device-platform': 'web',
    'device-version': version ?? '0',
    'device-model': models.exec(agent)?.[1] ?? 'browser',
  };
}
