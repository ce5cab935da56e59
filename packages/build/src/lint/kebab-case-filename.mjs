import { basename } from 'node:path';

/** File names are kebab-case and describe the content: `event-list.tsx`, `event.schema.ts`, `boundaries.spec.mjs`. */
export const kebabCaseFilename = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { name: "'{{name}}' is not kebab-case, like event-list.test.tsx." },
  },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(name))
        context.report({ node, messageId: 'name', data: { name } });
    },
  }),
};
