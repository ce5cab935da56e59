import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ApiError } from '../kit/api-error';
import { addMessages, changeLanguage, createI18n, useErrorText, useMemberName, useText } from './i18n';
import { TestHost, testKit } from '../../test/test-host';

const messages = { members_one: '{{count}} member', members_other: '{{count}} members' };

async function show(Page: () => React.ReactNode) {
  const kit = await testKit({ module: 'mfe-x', messages });
  return render(
    <TestHost kit={kit} module="mfe-x">
      <Page />
    </TestHost>,
  );
}

describe(useText, () => {
  it('selects the plural form', async () => {
    await show(() => useText()('members', { count: 1 }) + useText()('members', { count: 2 }));
    expect(screen.getByText('1 member2 members')).toBeTruthy();
  });

  it('throws for a key without a text', async () => {
    const kit = await testKit({ module: 'mfe-x', messages });
    expect(() => kit.i18n.getFixedT(null, 'mfe-x')('nowhere')).toThrow("no text for the key 'nowhere'");
  });
});

describe(addMessages, () => {
  it('loads the current language and falls back to English', async () => {
    const i18n = createI18n({ language: 'fr', strict: true });
    await addMessages(i18n, 'mfe-x', { en: { a: 'A', b: 'B' }, fr: async () => ({ default: { a: 'À' } }) });
    const t = i18n.getFixedT(null, 'mfe-x');
    expect([t('a'), t('b')]).toEqual(['À', 'B']);
  });
});

describe(changeLanguage, () => {
  it('loads the texts of kit and shell before it switches the language', async () => {
    const i18n = createI18n({ language: 'en', strict: true });
    const seen: string[] = [];
    i18n.subscribe(() => {
      if (i18n.language === 'ar')
        seen.push(i18n.getFixedT(null, 'kit')('errors.undefined'), i18n.getFixedT(null, 'shell')('a'));
    });
    await changeLanguage(i18n, 'ar', { en: { a: 'A' }, ar: async () => ({ default: { a: 'أ' } }) });
    expect(seen).toEqual(['خطأ غير محدد', 'أ']);
  });
});

const tooOften = (seconds?: number) => new ApiError('TOO_MANY_REQUESTS', 'Too often', 429, {}, seconds);

describe(useErrorText, () => {
  it.each([
    [new ApiError('FORBIDDEN', 'Not you', 403), 'Not you'],
    [new ApiError('BRAND_NEW', 'Something new', 418), 'Something new'],
    [new ApiError('INTERNET_DISCONNECTED', '', 0), 'Internet disconnected'],
    [new ApiError('NOT_FETCHED', '', 500), 'NOT_FETCHED'],
    [new ApiError('CONFLICT', '', 409), 'Undefined'],
    [new Error('a bug'), 'NOT_FETCHED'],
    [tooOften(0.2), 'That was too often. Please try again in 1 second.'],
    [tooOften(59), 'That was too often. Please try again in 59 seconds.'],
    [tooOften(61), 'That was too often. Please try again in 2 minutes.'],
    [tooOften(3600), 'That was too often. Please try again in 60 minutes.'],
    [tooOften(3601), 'That was too often. Please try again in 2 hours.'],
    [tooOften(), 'Too often'],
  ])('shows %s as %s', async (error, text) => {
    await show(() => useErrorText()(error));
    expect(screen.getByText(text)).toBeTruthy();
  });
});

describe(useMemberName, () => {
  it.each([
    ['Ann Lee', 'Ann Lee'],
    ['', 'Deleted member'],
  ])('shows a member named %j as %s', async (fullname, text) => {
    await show(() => useMemberName()({ fullname }));
    expect(screen.getByText(text)).toBeTruthy();
  });
});
