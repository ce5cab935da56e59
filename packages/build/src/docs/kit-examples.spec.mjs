import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../../..');

/** What an example of the kit's README takes from its module, by the heading above it. */
const surroundings = {
  'A form as data': `
    import { DataForm, defineForm } from '@paddock/mfe-kit/form';
    import type { GroupCard } from '@paddock/contract/calls/groups';
    import type { z } from 'zod';
    declare const dueForm: z.ZodObject<{ group: z.ZodString; title: z.ZodString; end: z.ZodString }>;
    declare const groups: GroupCard[] | undefined;
    declare const create: { mutateAsync: (input: z.output<typeof dueForm> & { client_id: string }) => Promise<unknown> };`,
  'A list': `
    import { readPeople } from '@paddock/contract/calls/people';
    import type { UserCard } from '@paddock/contract/calls/users';
    import { useText } from '@paddock/mfe-kit/i18n';
    import { List } from '@paddock/mfe-kit/list';
    import { useCallInfinite } from '@paddock/mfe-kit/queries';
    import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
    import { SectionHead } from '@paddock/ui/row';
    import { useMemo } from 'react';
    declare function PersonRow(props: { person: UserCard }): React.ReactNode;
    declare function withHeads(pages: readonly unknown[] | undefined): Row[];`,
};

/** The first block of code below a heading. */
const exampleBelow = (/** @type {string} */ page, /** @type {string} */ heading) =>
  new RegExp(`^## ${heading}$[^]*?^\`\`\`tsx?\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

/** @param {Record<string, string>} sources by file name, beside a module's code */
function faults(sources) {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.web.json'),
    { noEmit: true, incremental: false, tsBuildInfoFile: undefined },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const types = parsed?.fileNames.filter((file) => file.includes('packages/build/types/')) ?? [];
  const host = ts.createCompilerHost(parsed?.options ?? {});
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => file in sources || fileExists(file);
  host.readFile = (file) => sources[file] ?? readFile(file);
  host.getSourceFile = (file, target, ...rest) =>
    file in sources ? ts.createSourceFile(file, sources[file] ?? '', target) : getSourceFile(file, target, ...rest);
  const program = ts.createProgram([...types, ...Object.keys(sources)], parsed?.options ?? {}, host);
  return Object.keys(sources)
    .flatMap((file) => [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe("the examples of the kit's README", () => {
  it('compile', () => {
    const page = readFileSync(join(root, 'packages/mfe-kit/README.md'), 'utf8');
    const sources = Object.entries(surroundings).map(([heading, declared], index) => {
      const example = exampleBelow(page, heading);
      expect(example).not.toBe('');
      return [join(root, `mfe-content/src/example-${index}.tsx`), `${declared}\n${example}\nexport {};`];
    });
    expect(faults(Object.fromEntries(sources))).toEqual([]);
  });
});
