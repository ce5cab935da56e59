import fastJson from 'fast-json-stringify';
import { z } from 'zod';

/** Renders a reply as JSON. */
type ReplyRenderer = (reply: unknown) => string;

/**
 * Makes a function that renders replies with their declared fields only, so that private fields cannot leak by accident. It throws
 * for a reply without a required field. It is compiled at its first use, since a start needs few of them.
 */
export function replyRenderer(reply: z.ZodType): ReplyRenderer {
  let render: ReplyRenderer | undefined;
  return (value) => (render ??= fastJson(schemaOf(reply)))(value);
}

/** A reply's JSON schema without the rules that only validation needs; these would cost time and reject undeclared fields in unions. */
function schemaOf(reply: z.ZodType): fastJson.Schema {
  return z.toJSONSchema(reply, {
    target: 'draft-7',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      const schema: Record<string, unknown> = jsonSchema;
      for (const rule of ['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength']) delete schema[rule];
      if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
    },
  }) as fastJson.Schema;
}
