import { defineConfig } from '@playwright/test';

/** Real Chromium against the built product; `npm run e2e` finds the browser and builds first. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/fill-once.ts',
  outputDir: 'test-results',
  // Two cores; each worker runs a Paddock of its own, on its own port and data folder.
  workers: 2,
  fullyParallel: true,
  // A test that passes at the second attempt is a defect of the test or of the product. `npm test` asks for one more attempt,
  // and names at its end what needed it.
  retries: 0,
  forbidOnly: true,
  // Several times what a quiet machine needs: a limit is there for what never comes, and costs what passes nothing.
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
