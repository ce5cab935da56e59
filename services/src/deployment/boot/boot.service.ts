import { Inject, Injectable } from '@nestjs/common';
import type { Boot, BootModule, readBoot, readWorkplaces, writeLog } from '@paddock/contract/calls/boot';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { moduleErrorCodes, moduleNotices } from '@paddock/contract/core/client-errors';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { tabsOf, type Deployment, type Language } from '@paddock/contract/core/deployment';
import { specifiedTabs } from '@paddock/contract/core/tabs';
import { belongsTo } from '@paddock/contract/core/workplaces';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Metrics } from '../../infrastructure/metrics/metrics.js';
import { assetAddress } from '../../infrastructure/file-links/asset-address.js';
import { DeploymentService } from '../deployment.service.js';
import { SessionReleases } from '../overrides/session-releases.js';
import { ModuleRegistry, type ReleasedModule } from '../registry/module-registry.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { menuTab } from '../module-fit.js';
import type { ShownModule } from '../shown-module.js';
import { turnedOffBy } from '../shown-tabs.js';

/** Everything the shell needs before its first render. */
@Injectable()
export class BootService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly proven: ProvenReleases,
    private readonly registry: ModuleRegistry,
    private readonly releases: SessionReleases,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async boot(caller: Caller, { running = '', integrity }: CallArguments<typeof readBoot>): Promise<Boot> {
    const { tenant, config, language, session, isReadOnly } = caller;
    const preview = isReadOnly ? session?.preview : undefined;
    const state = this.deployments.state(tenant.community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    const { modules, revision } = await this.releases.shown(caller, state);
    const { id, title, subtitle, description, landing, legal } = config;
    const form = { language, isWhole: integrity !== 'file' };
    // A window runs one release of a module.
    const inWindow = new Map(running.split(',').map((release) => [release.split('@')[0], release]));
    const recalled = [...inWindow.values()].filter((release) => this.isRecalled(modules, release));
    return {
      community: {
        ...{ id, title, subtitle, description, landing },
        legal: { terms: assetAddress(legal.terms), privacy: assetAddress(legal.privacy) },
      },
      revision,
      contract_version: contractVersion,
      languages: config.languages,
      look: bootLook(config.look),
      flags: config.flags,
      tabs: config.tabs.flatMap((entry) => {
        const tab = typeof entry === 'string' ? { id: entry } : entry;
        const [served] = modules.flatMap(({ module }) =>
          module.manifest.tabs.flatMap(({ id, title, icon }) =>
            id === tab.id ? { title: inLanguage(title, language), icon, module: module.id } : [],
          ),
        );
        return served && !turnedOffBy(config, tab.id) ? [{ ...served, ...tab, title: tab.title ?? served.title }] : [];
      }),
      modules: modules.map((resolved) => ({
        ...bootRelease(resolved.module, form),
        ...(!form.isWhole && { first: firstFiles(resolved.module) }),
        ...this.standing(id, resolved, form),
      })),
      ...(recalled.length > 0 && { recalled }),
      absent: absentTabs(config),
      ...(preview && { preview: { role: preview.role, ends: preview.ends.toISOString() } }),
      workplaces: config.workplaces.map(withImage),
      server_time: new Date().toISOString(),
      development: !this.environment.production,
    };
  }

  /** What is known of a release that a caller gets, and what replaces it if it fails. */
  private standing(community: string, shown: ShownModule, form: Form) {
    const { module, fallback, held, rollout, overrideOf, isInRollout } = shown;
    // A session with an override falls back to the deployed release, and its reports do not count.
    if (overrideOf !== undefined)
      return { proven: true, override_of: overrideOf, fallback: bootRelease(fallback, form) };
    const safe = isInRollout ? fallback : this.proven.fallbackOf(community, shown);
    // Windows report mounts of a release until it is proven: a rollout counts those of both releases.
    const isCounted = rollout !== undefined && rollout.returned === undefined;
    return {
      proven: !isCounted && this.proven.isProven(community, module),
      held,
      fallback: bootRelease(safe, form),
    };
  }

  private isRecalled(modules: readonly ShownModule[], release: string): boolean {
    const [id, version = ''] = release.split('@');
    const present = modules.find(({ module }) => module.id === id);
    if (!present) return false;
    // An override replaces every other release at once, a newer one too.
    const isOther = present.overrideOf !== undefined && present.module.version !== version;
    // The community has returned from it, also where it is older than the channel's.
    const isReturned = present.rollout?.returned !== undefined && present.rollout.module.version === version;
    return isOther || isReturned || this.registry.isRecalled(present.module, version);
  }

  /**
   * Counts a module's failure that a client reports. Only releases of the deployment and known codes become labels.
   * @returns whether it was counted
   */
  countFailure(community: string, { module = '', version = '', code = '' }: CallArguments<typeof writeLog>) {
    const deployed = this.deployments.state(community)?.modules.find((entry) => entry.module.id === module);
    const known = [deployed?.module, deployed?.fallback, deployed?.rollout?.module].some(
      (release) => release?.version === version,
    );
    if (!known || ![...moduleErrorCodes, ...moduleNotices].some((one) => one === code)) return false;
    this.metrics.moduleFailures.inc({ community, module, version, code });
    return true;
  }

  /** The caller's workplaces; the default workplace has the community's title and picture, as those without a picture do. */
  workplaces({ config, user }: SignedInCaller): CallReply<typeof readWorkplaces>['workplaces'] {
    const { title, look, workplaces } = config;
    return [{ id: '', title }, ...workplaces]
      .filter(({ id }) => belongsTo(user, id, config))
      .map((entry) => ({
        id: entry.id,
        title: entry.title,
        image_url: assetAddress(('image_url' in entry && entry.image_url) || look.splash_image),
      }));
  }
}

const withImage = (entry: Deployment['workplaces'][number]) => ({ ...entry, image_url: assetAddress(entry.image_url) });

/** The part of a look that the page draws; the server makes the icons. */
function bootLook({ accent, accent_dark, theme, ...pictures }: Deployment['look']): Boot['look'] {
  return {
    ...{ accent, accent_dark, theme },
    logo: assetAddress(pictures.logo),
    splash_image: assetAddress(pictures.splash_image),
    splash_image_dark: assetAddress(pictures.splash_image_dark),
  };
}

const inLanguage = (texts: Partial<Record<Language, string>>, language: Language) => texts[language] ?? texts.en ?? '';

interface Form {
  language: Language;
  /** Whether the hashes of all files are in the reply, or that of the file which lists them. */
  isWhole: boolean;
}

/** A release without what only the server reads. */
function bootRelease(release: ReleasedModule, form: Form): BootModule;
function bootRelease(release: ReleasedModule | undefined, form: Form): BootModule | undefined;
function bootRelease(release: ReleasedModule | undefined, { language, isWhole }: Form): BootModule | undefined {
  if (!release) return undefined;
  const { manifest, integrity, integrityHash, ...rest } = release;
  const { calls: _calls, tabs: _tabs, budget_kb: _budget, languages: _languages, owner: _owner, ...shown } = manifest;
  return {
    ...rest,
    manifest: { ...shown, title: inLanguage(manifest.title, language) },
    integrity: isWhole ? integrity : { 'integrity.json': integrityHash },
  };
}

/** Names that our builds give to the entry and to the exposed module. */
const firstByName = /^assets\/(remote-entry|__federation_expose_)/;

const firstFiles = ({ entry, integrity }: ReleasedModule) =>
  Object.keys(integrity).filter((file) => file === entry || firstByName.test(file));

function absentTabs(config: Deployment): Boot['absent'] {
  const deployed = tabsOf(config);
  return specifiedTabs
    .filter((tab) => tab !== menuTab)
    .flatMap((tab): Boot['absent'] => {
      if (!deployed.includes(tab)) return [{ tab, reason: 'not_in_deployment', detail: 'tabs' }];
      const detail = turnedOffBy(config, tab);
      return detail ? [{ tab, reason: 'turned_off', detail }] : [];
    });
}
