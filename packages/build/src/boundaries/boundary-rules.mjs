/**
 * Which folder may import which, by folder name, so that a new tab or service is covered from the start. The groups in
 * `from` are available in `to` as `$1`. Each rule has a case in boundaries.spec.mjs.
 */
const ours = '^(packages|services|shell|e2e|mfe-[^/]+)/';
const tests = '[.](spec|test)[.](ts|tsx|mjs)$|^services/test/|^packages/embedded-mongo/test/';

/** Service folders; each folder of `content` is one. Services share `infrastructure`, `community` and `deployment`. */
const service = '^services/src/((?:content/)?(?!(?:infrastructure|community|deployment|content|serving|demo)/)[^/]+)/';
const models = '[.](repository|schema)[.]ts$|^services/src/infrastructure/mongo/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const boundaryRules = [
  {
    name: 'mfe-imports-no-mfe',
    comment: 'Tabs connect through links and slots of the contract.',
    from: { path: '^(mfe-[^/]+)/' },
    to: { path: '^mfe-', pathNot: '^$1/' },
  },
  {
    name: 'mfe-imports-contract-kit-ui-only',
    comment: 'Tabs are released separately, so they depend only on stable packages.',
    from: { path: '^mfe-' },
    to: { path: ours, pathNot: '^mfe-|^packages/(contract|mfe-kit|ui)/' },
  },
  {
    name: 'shell-imports-no-mfe',
    comment: 'The shell knows no tab at build time.',
    from: { path: '^shell/' },
    to: { path: '^mfe-' },
  },
  {
    name: 'shell-imports-contract-kit-ui-only',
    from: { path: '^shell/' },
    to: { path: ours, pathNot: '^shell/|^mfe-|^packages/(contract|mfe-kit|ui)/' },
  },
  {
    name: 'mfe-kit-imports-contract-ui-only',
    from: { path: '^packages/mfe-kit/' },
    to: { path: ours, pathNot: '^packages/(mfe-kit|contract|ui)/' },
  },
  {
    name: 'ui-imports-nothing-of-ours',
    from: { path: '^packages/ui/' },
    to: { path: ours, pathNot: '^packages/ui/' },
  },
  {
    name: 'contract-imports-zod-only',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { pathNot: '^packages/contract/src/|/node_modules/zod/|^node_modules/zod/' },
  },
  {
    name: 'contract-core-imports-no-call',
    comment: 'Calls are declared with what core defines.',
    from: { path: '^packages/contract/src/core/', pathNot: tests },
    to: { path: '^packages/contract/src/calls/' },
  },
  {
    name: 'embedded-mongo-imports-nothing-of-ours',
    from: { path: '^packages/embedded-mongo/' },
    to: { path: ours, pathNot: '^packages/embedded-mongo/' },
  },
  {
    name: 'service-imports-no-service',
    comment: 'Services cooperate through the extension points of community.',
    from: { path: service },
    to: { path: service, pathNot: '^services/src/$1/' },
  },
  {
    name: 'infrastructure-imports-no-community',
    comment: 'Infrastructure is what any product needs; it knows no members.',
    from: { path: '^services/src/infrastructure/', pathNot: tests },
    to: { path: '^services/src/(?!infrastructure/)' },
  },
  {
    name: 'community-imports-no-service',
    from: { path: '^services/src/(community|deployment)/', pathNot: tests },
    to: { path: service },
  },
  {
    name: 'services-import-contract-only',
    comment:
      'The database is a connection string; only tests start one. Of the build they use what receives a release, without its tools.',
    from: { path: '^services/', pathNot: tests },
    to: {
      path: ours,
      pathNot: '^services/|^packages/contract/|^packages/build/src/rspack/release/received-release[.]mjs$',
    },
  },
  {
    name: 'only-repositories-touch-models',
    comment: 'Every query is in a repository, so that every query has its tenant.',
    from: { path: '^services/src/', pathNot: `${models}|${tests}` },
    to: { path: 'node_modules/mongoose/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-import-past-exports',
    comment: 'The exports of a package are its public API.',
    from: {},
    to: { path: '^@paddock/|^embedded-mongo(/|$)', couldNotResolve: true },
  },
  {
    name: 'packages-by-name',
    comment: 'Packages are imported by name, so that their exports apply.',
    from: { path: '^(packages/[^/]+|services|shell|e2e|mfe-[^/]+)/' },
    to: { path: ours, pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
  },
  {
    name: 'no-cycles',
    comment: 'Merge two files that import each other, or extract a third; types count too.',
    from: {},
    to: { circular: true },
  },
];
