import { basename } from 'node:path';

/** Files are found by name, and named for what is in them: `event-list.tsx`, `event.schema.ts`, `boundaries.spec.mjs`. */
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
