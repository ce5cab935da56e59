import { useText } from '@paddock/mfe-kit/i18n';
import { Button } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { useState } from 'react';

const mark = 'document.documentElement.dataset.ran = "yes"';

/** Forbidden operations, attempted from module code because the page policy does not apply to a test's own scripts. */
const attempts = {
  eval: () => void globalThis.eval(mark),
  function_from_text: () => void Reflect.construct(Function, [mark]),
  timer_from_text: () => void setTimeout(mark as unknown as () => void),
  script_text: () => {
    const script = document.createElement('script');
    script.text = mark;
    document.head.append(script);
  },
  unlisted_script: () => {
    const script = document.createElement('script');
    script.src = '/mfe-trouble/unlisted.js';
    document.head.append(script);
  },
  foreign_script: () => {
    const script = document.createElement('script');
    script.src = 'http://elsewhere.localhost/assets/script.js';
    document.head.append(script);
  },
  markup: () => {
    document.createElement('div').innerHTML = '<b></b>';
  },
  policy_of_its_own: () => void trustedTypes.createPolicy('mfe-trouble', {}),
};

declare const trustedTypes: { createPolicy(name: string, rules: object): unknown };

/** One button per attempt, with the outcome below. */
export function PolicyPage() {
  const t = useText();
  const [outcome, setOutcome] = useState<string>();
  const run = (name: string, attempt: () => void) => {
    try {
      attempt();
      setOutcome(`${name}: done`);
    } catch (error) {
      setOutcome(`${name}: refused: ${String(error)}`);
    }
  };
  return (
    <Pane label={t('policy')}>
      <ScreenHeader title={t('policy')} />
      <Scroll>
        {Object.entries(attempts).map(([name, attempt]) => (
          <Button key={name} onPress={() => run(name, attempt)}>
            {name}
          </Button>
        ))}
        <p role="status">{outcome}</p>
      </Scroll>
    </Pane>
  );
}
