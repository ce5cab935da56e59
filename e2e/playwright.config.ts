import { defineConfig } from '@playwright/test';

/** Real Chromium against the built product; `npm run e2e` finds the browser and builds first. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/fill-once.ts',
  outputDir: 'test-results',
  // Each worker runs its own Paddock with its own port and data folder. Three saturate two cores; a fourth makes all of them slower
  // (measured: 11 tests a minute with three, 8 with four).
  workers: 3,
  fullyParallel: true,
  // A test that passes only on the second attempt shows a defect of the test or of the product. `npm test` sets one retry, and
  // names the tests that needed it.
  retries: 0,
  forbidOnly: true,
  // Several times what a quiet machine needs: limits catch hangs, and cost passing tests nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
  },
});
