import type { z } from 'zod';

type Texts = Readonly<Record<string, JsonText<unknown> | undefined>>;
/** The record type of texts by field; a field that may be undefined is then omitted. */
type RecordOf<R extends Texts> = {
  [K in keyof R as undefined extends R[K] ? never : K]: R[K] extends JsonText<infer T> ? T : never;
} & { [K in keyof R as undefined extends R[K] ? K : never]?: NonNullable<R[K]> extends JsonText<infer T> ? T : never };

/**
 * A reply, or a part of one, as JSON text. It starts with {@link checked}, so that any composition of such parts matches its
 * declaration, and a checked part can be cached and sent many times. A handler may return the whole reply as one.
 */
export class JsonText<T> {
  declare private readonly of: T;
  private open: string | undefined;

  private constructor(readonly text: string) {}

  /** Omits fields that the schema does not declare. @throws ZodError for an invalid value. */
  static checked<S extends z.ZodType>(schema: S, value: z.output<S>): JsonText<z.output<S>> {
    return new JsonText(JSON.stringify(schema.parse(value)));
  }

  static list<T>(parts: readonly JsonText<T>[]): JsonText<T[]> {
    let text = '';
    for (const part of parts) text += text === '' ? part.text : `,${part.text}`;
    return new JsonText(`[${text}]`);
  }

  /** Field names come from the code and need no escaping. */
  static record<R extends Texts>(fields: R): JsonText<RecordOf<R>> {
    let text = '';
    for (const name in fields) {
      const part = fields[name];
      if (part) text += text === '' ? `"${name}":${part.text}` : `,"${name}":${part.text}`;
    }
    return new JsonText(`{${text}}`);
  }

  /** A non-empty record with further fields, under names as in {@link record}. */
  static extended<A extends object, R extends Texts>(one: JsonText<A>, fields: R): JsonText<A & RecordOf<R>> {
    // Cached, since slicing a text that was just concatenated copies all of it.
    let text = (one.open ??= one.text.slice(0, -1));
    for (const name in fields) {
      const part = fields[name];
      if (part) text += `,"${name}":${part.text}`;
    }
    return new JsonText(`${text}}`);
  }
}
