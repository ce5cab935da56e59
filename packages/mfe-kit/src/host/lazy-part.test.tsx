import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { useText } from '../i18n/i18n';
import { testKit, TestHost } from '../../test/test-host';
import { lazyPart } from './lazy-part';

const Tea = ({ cups }: { cups: number }) => <p>{useText()('tea', { cups })}</p>;

async function show(language: string, arabic: () => Promise<{ default: { tea: string } }>) {
  const texts = { feature: 'tea', messages: { en: { tea: '{{cups}} cups' }, ar: arabic } };
  const LazyTea = lazyPart(
    async () => ({ Tea }),
    'Tea',
    async () => ({ texts }),
  );
  const kit = await testKit({ module: 'mfe-x', messages: {} });
  kit.i18n.changeLanguage(language);
  render(
    <TestHost kit={kit} module="mfe-x">
      <Suspense>
        <LazyTea cups={2} />
      </Suspense>
    </TestHost>,
  );
}

describe(lazyPart, () => {
  it('shows the component with the texts of its feature', async () => {
    await show('en', () => Promise.reject(new Error('not asked for')));
    expect(await screen.findByText('2 cups')).toBeTruthy();
  });

  it('waits for the texts of the current language', async () => {
    await show('ar', async () => ({ default: { tea: '{{cups}} كوب' } }));
    expect(await screen.findByText('2 كوب')).toBeTruthy();
    expect(screen.queryByText('2 cups')).toBeNull();
  });

  it('shows English when the texts do not load', async () => {
    await show('ar', () => Promise.reject(new Error('offline')));
    expect(await screen.findByText('2 cups')).toBeTruthy();
  });
});
