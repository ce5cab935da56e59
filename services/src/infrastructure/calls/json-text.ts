import type { z } from 'zod';

type Texts = Readonly<Record<string, JsonText<unknown> | undefined>>;
/** The record that texts by field make; a field that may be undefined is then left out. */
type RecordOf<R extends Texts> = {
  [K in keyof R as undefined extends R[K] ? never : K]: R[K] extends JsonText<infer T> ? T : never;
} & { [K in keyof R as undefined extends R[K] ? K : never]?: NonNullable<R[K]> extends JsonText<infer T> ? T : never };

/**
 * A reply, or a part of one, as the JSON it is sent as. It begins with {@link checked}, so that whatever is put together of such
 * parts fits its declaration, and what was checked once can be kept and sent many times. A handler may answer the whole reply
 * as one.
 */
export class JsonText<T> {
  declare private readonly of: T;
  private open: string | undefined;

  private constructor(readonly text: string) {}

  /** Fields that the schema does not declare are left out. @throws ZodError for what does not fit it. */
  static checked<S extends z.ZodType>(schema: S, value: z.output<S>): JsonText<z.output<S>> {
    return new JsonText(JSON.stringify(schema.parse(value)));
  }

  static list<T>(parts: readonly JsonText<T>[]): JsonText<T[]> {
    let text = '';
    for (const part of parts) text += text === '' ? part.text : `,${part.text}`;
    return new JsonText(`[${text}]`);
  }

  /** Of names that need no escaping: they stand in the code. */
  static record<R extends Texts>(fields: R): JsonText<RecordOf<R>> {
    let text = '';
    for (const name in fields) {
      const part = fields[name];
      if (part) text += text === '' ? `"${name}":${part.text}` : `,"${name}":${part.text}`;
    }
    return new JsonText(`{${text}}`);
  }

  /** A record that is not empty with further fields, by names as in {@link record}. */
  static extended<A extends object, R extends Texts>(one: JsonText<A>, fields: R): JsonText<A & RecordOf<R>> {
    // Kept, since cutting a text that was just put together copies all of it.
    let text = (one.open ??= one.text.slice(0, -1));
    for (const name in fields) {
      const part = fields[name];
      if (part) text += `,"${name}":${part.text}`;
    }
    return new JsonText(`${text}}`);
  }
}
