const secretNames = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'admin_token',
  'email_token',
  'mailing_token',
  'password_token',
  'group_owner_token',
  'id_token',
  'login_token',
  'jwt',
  'code_verifier',
  'password',
  'new_password',
  'confirm_password',
  'pin',
  'secret',
  'signature',
]);

const redacted = '[redacted]';
const maxDepth = 6;

/** `token=…` and the like in an address or a form body, and `Bearer …`, anywhere in a text. */
const inAddress = new RegExp(`([?&;\\s"']|^)(${[...secretNames].join('|')})=[^&\\s"'#]*`, 'gi');
/** Parameters of a provider's redirect. Elsewhere `code` is an error code, which logs must show. */
const inReturn = /([?&])(code|state)=[^&\s"'#]*/gi;
const inJson = new RegExp(`"(${[...secretNames].join('|')})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"?|-?\\d+)`, 'gi');
const anySpace = /\s/;
const inHeader = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;

/** Skips most texts quickly: names, ids and codes lack the characters that the patterns need. */
function textWithoutSecrets(text: string): string {
  let clean = text;
  if (clean.includes('=')) clean = clean.replace(inAddress, `$1$2=${redacted}`).replace(inReturn, `$1$2=${redacted}`);
  if (clean.includes('"')) clean = clean.replace(inJson, `"$1":"${redacted}"`);
  return anySpace.test(clean) ? clean.replace(inHeader, `$1 ${redacted}`) : clean;
}

/**
 * A copy of a log line's fields without tokens, passwords and PINs, at any depth: by field name, and inside texts (addresses,
 * JSON bodies, error messages). pino's own `redact` needs the exact path of each secret, which the author of a line cannot
 * know.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > maxDepth) return '[deeper]';
  if (value instanceof Error) return errorWithoutSecrets(value, depth);
  if (value instanceof Map || value instanceof Set) return withoutSecrets([...value], depth + 1);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (hasToJson(value)) return withoutSecrets(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretNames.has(name.toLowerCase()) ? redacted : withoutSecrets(field, depth + 1),
    ]),
  );
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function errorWithoutSecrets(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: name,
    message: textWithoutSecrets(message),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: textWithoutSecrets(stack) }),
    ...(cause !== undefined && { cause: withoutSecrets(cause, depth + 1) }),
  };
}
