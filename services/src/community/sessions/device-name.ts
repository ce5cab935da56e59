/** The client's own description: its user agent, and the `device-*` parameters that apps send. */
export interface ClientFacts {
  readonly agent?: string | undefined;
  readonly platform?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
}

/** The first match counts: user agents also contain the names of browsers further down. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** Platforms that name no system; browsers send `web`. */
const noSystem = new Set(['web', 'browser', '']);
const maxNameLength = 120;

/** A signed-in device in a few words for its owner, `Firefox, Windows` or `Chrome, Pixel 8, Android 15`; '' if unknown. */
export function deviceName({ agent = '', platform = '', model = '', version = '' }: ClientFacts): string {
  const found = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent))?.[1];
  const sent = plain(platform);
  const isWeb = noSystem.has(sent.toLowerCase());
  const system = isWeb ? found(systems) : [sent, plain(version)].filter(Boolean).join(' ');
  // A browser's model is its kind of system, which the user agent names better.
  return [found(browsers), isWeb && agent ? '' : plain(model), system]
    .filter(Boolean)
    .join(', ')
    .slice(0, maxNameLength);
}

/** On one line, without characters that are more than text. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 40);
}
