import { describe, expect, it } from '@jest/globals';
import { importDiagram, staleDiagram } from './import-diagram.mjs';

const imports = [
  { from: 'mfe-chats/src/index.ts', to: 'packages/mfe-kit/src/session.tsx' },
  { from: 'mfe-events/src/index.ts', to: 'packages/mfe-kit/src/session.tsx' },
  { from: 'mfe-events/src/index.ts', to: 'mfe-events/src/event-list/event-list.tsx' },
  { from: 'mfe-events/src/index.ts', to: 'node_modules/react/index.js' },
  { from: 'shell/src/main.ts', to: 'packages/ui/src/frame/frame.tsx' },
  { from: 'services/src/content/home/home.service.ts', to: 'services/src/community/users/user-cards.ts' },
  { from: 'services/src/events/events.spec.ts', to: 'services/src/shouts/shouts.service.ts' },
];
const page = (/** @type {string} */ diagram) => `# Page\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`;

describe(importDiagram, () => {
  it('draws arrows between units, merges units with the same arrows, and ignores tests', () => {
    const lines = importDiagram(imports).split('\n');
    expect(lines.slice(0, 13)).toEqual([
      'flowchart LR',
      '  subgraph browser',
      '    mfe-chats; mfe-events; shell',
      '  end',
      '  subgraph services',
      '    community; content-home',
      '  end',
      '  subgraph packages',
      '    mfe-kit; ui',
      '  end',
      '  content-home --> community',
      '  mfe-chats & mfe-events --> mfe-kit',
      '  shell --> ui',
    ]);
    expect(lines).toContain('  shell -. loads at run time .-> mfe-chats & mfe-events');
  });
});

describe(staleDiagram, () => {
  it('returns undefined when the page matches the imports', () =>
    expect(staleDiagram(page(importDiagram(imports)), imports)).toBeUndefined());

  it('returns the correct diagram when an arrow is wrong', () => {
    const drawn = importDiagram(imports);
    expect(staleDiagram(page(drawn), imports.slice(1))).toBe(importDiagram(imports.slice(1)));
  });
});
