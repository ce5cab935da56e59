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
  it('draws arrows between units, all tab modules and all services as one, and ignores tests', () => {
    const lines = importDiagram(imports).split('\n');
    expect(lines.slice(0, 13)).toEqual([
      'flowchart LR',
      '  subgraph browser',
      '    shell; tab-modules',
      '  end',
      '  subgraph services',
      '    community; tab-services',
      '  end',
      '  subgraph packages',
      '    mfe-kit; ui',
      '  end',
      '  shell --> ui',
      '  tab-modules --> mfe-kit',
      '  tab-services --> community',
    ]);
    expect(lines).toContain('  shell -. loads at run time .-> tab-modules');
  });
});

describe(staleDiagram, () => {
  it('returns undefined when the page matches the imports', () =>
    expect(staleDiagram(page(importDiagram(imports)), imports)).toBeUndefined());

  it('returns the correct diagram when an arrow is wrong', () => {
    const others = imports.filter(({ from }) => !from.startsWith('shell/'));
    expect(staleDiagram(page(importDiagram(imports)), others)).toBe(importDiagram(others));
  });
});
