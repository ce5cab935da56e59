import { z } from 'zod';
import { commonParameters } from './common-parameters.js';
import { assetPath, timeZone } from './flag-values.js';
import { flags, loginPasswordMin } from './flags.js';
import { signUpBaseFields, type SignupField } from './form-fields.js';
import { optionsOf, profileDefinitions, type ProfileField } from './profile-fields.js';
import type { PatternRules } from './patterns.js';
import { tabId, type TabId } from './tabs.js';
import { hasFittingUsernames } from './usernames.js';

/** Sign-in languages (specification A §9). Arabic is right to left everywhere. */
export const languages = ['en', 'fr', 'pt_BR', 'es', 'de', 'it', 'ar', 'zh-Hans', 'zh-Hant'] as const;
export const language = z.enum(languages);
export type Language = z.output<typeof language>;

const hexColour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #ff5b1f');
const slug = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens');

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const label = z.string().min(1).max(140).optional();

/** The words of one notices page. The form offers the custom fields that have a label. */
export const noticesLabels = z.strictObject({
  /** The button that adds a notice. */
  add: label,
  custom_field_0: label,
  custom_field_1: label,
  custom_field_2: label,
  /** Shown for `INVALID_CUSTOM_FIELD_n` (specification B §8). */
  sponsor_invalid_custom_field_0: label,
  sponsor_invalid_custom_field_1: label,
  sponsor_invalid_custom_field_2: label,
});

export const noticesLayout = z.enum(['board', 'directory']);

/** A tab of a deployment: its id, optionally with its own title. `notices` may appear several times, each with a namespace. */
export const tabEntry = z.union([
  tabId,
  z.strictObject({
    id: tabId,
    title: z.string().min(1).max(40).optional(),
    namespace: slug.optional(),
    labels: noticesLabels.optional(),
    /** For a notices tab: `directory` shows each notice as an organisation, with its logo in place of author and age. */
    layout: noticesLayout.optional(),
  }),
]);

export const workplaceEntry = z.strictObject({
  /** Stored with all content of the workplace: it cannot be changed later. */
  id: slug,
  /** The workplace's name. */
  title: z.string().min(1).max(140),
  /** Its splash picture, in place of the community's: a path below the deployment's assets. */
  image_url: assetPath.optional(),
  /** By default the flag `time_zone`. */
  time_zone: timeZone.optional(),
});

const legalText = assetPath.regex(/\.md$/, 'must be the name of a Markdown file, such as terms.en.md').optional();

/** The look of a community. A deployment sets one accent; the design tokens derive everything else from it. */
export const look = z.strictObject({
  /** The community's colour. Text and marks in it are darkened or lightened as far as reading them needs. */
  accent: hexColour,
  /** The accent in the dark scheme; by default the same. */
  accent_dark: hexColour.optional(),
  /**
   * The mark beside the community's name, a picture below the deployment's assets. Its ground is dark in both schemes. By default
   * Paddock's.
   */
  logo: assetPath.optional(),
  /** Favicon and icon of the installed app, a square picture below the deployment's assets; by default Paddock's mark in the accent. */
  icon: assetPath.optional(),
  /** The ground of the installed app: behind a transparent icon, and while it opens. */
  icon_background: hexColour.default('#1a1c20'),
  /** The name below the icon of the installed app; by default the title. */
  app_name: z.string().min(1).max(30).optional(),
  /** Splash and landing picture, a path below the deployment's assets; by default the shell's own. */
  splash_image: assetPath.optional(),
  /** The splash and landing picture in the dark scheme; by default the same. */
  splash_image_dark: assetPath.optional(),
  /** The scheme of light or dark; `system`: each member chooses. */
  theme: z.enum(['light', 'dark', 'system']).default('system'),
});

/** What a visitor reads first. */
export const landing = z.strictObject({
  /** By default the description, else a welcome. */
  title: z.string().min(1).max(140).optional(),
  /** Below the title; by default a sentence that invites to log in or sign up. */
  text: z.string().min(1).max(500).optional(),
});

/** Legal texts of the community in place of Paddock's, as Markdown files below the deployment's assets. */
export const legal = z.strictObject({
  /**
   * The terms; in each language the name of its file: `{ "en": "terms.en.md", "ar": "terms.ar.md" }`; by default Paddock's general
   * ones.
   */
  terms: legalText,
  /** The privacy policy, like `terms`; by default Paddock's general one. */
  privacy: legalText,
});

/** A version (`1.2.0`, `1.2.0-3fa9c1d2`) or a channel of the module registry. */
export const versionOrChannel = z.string().regex(/^(\d+\.\d+\.\d+(-[0-9a-z.-]+)?|[a-z][a-z0-9-]{0,30})$/);

/**
 * A deployment file, over `base.json`: one community. Unknown keys, unknown tabs, wrong types and contradictions ({@link
 * deploymentContradictions}) are errors with the file, the path in it and a hint. Any text may be an object with one text for
 * each of the community's languages (`{ "en": "News", "ar": "الأخبار" }`); the service checks the config and returns it in the
 * caller's language.
 */
export const deployment = z.strictObject({
  /** The address of the schema, for editors. */
  $schema: z.string().optional(),
  /** The community's id. */
  id: slug,
  /** The community's name. */
  title: z.string().min(1).max(80),
  /** One line below the title on the rail, e.g. the round. */
  subtitle: z.string().max(80).optional(),
  /** What search engines and previews show, and the first line of the landing page. */
  description: z.string().max(250).optional(),
  /** Host names of the community; `<id>.localhost` is always one. */
  hosts: z.array(z.string().regex(hostName, 'must be a host name in lower case, such as paddock.example')).default([]),
  /** True for the community that serves unknown host names outside production. Exactly one. */
  default: z.boolean().default(false),
  /** The languages that a member can choose; the first one is the default. */
  languages: z.array(language).min(1).default(['en']),
  look,
  landing: landing.default({}),
  legal: legal.default({}),
  /** In display order; a phone's footer shows the first five beside the menu. */
  tabs: z.array(tabEntry).min(1),
  /** Modules by id, each with the version or channel to load. */
  modules: z.record(z.string().regex(/^mfe-[a-z-]+$/), versionOrChannel),
  /** The workplaces; several need the flag `workplaces_enabled`. */
  workplaces: z.array(workplaceEntry).default([]),
  flags,
});
export type Deployment = z.output<typeof deployment>;

/** The tab ids of a deployment, in order, without repeats. */
export function tabsOf(config: Pick<Deployment, 'tabs'>): TabId[] {
  return [...new Set(config.tabs.map((tab) => (typeof tab === 'string' ? tab : tab.id)))];
}

/** The tabs of a deployment, each with its id and the namespace that it names. */
export const tabEntriesOf = ({ tabs }: Pick<Deployment, 'tabs'>): { id: TabId; namespace?: string | undefined }[] =>
  tabs.map((tab) => (typeof tab === 'string' ? { id: tab } : tab));

/** The namespaces of the deployment's notices tabs, in order. */
export function noticesNamespaces(config: Pick<Deployment, 'tabs' | 'flags'>): string[] {
  const own = config.flags.sponsors_tab.namespace;
  return tabEntriesOf(config).flatMap(({ id, namespace = own }) => (id === 'notices' ? [namespace] : []));
}

/** A contradiction between keys that are valid by themselves: its place and a hint. */
export interface Contradiction {
  path: string;
  hint: string;
}

/**
 * Parameters of the calls that share their addresses with sign-up and the update of a profile. The value of a field with such a name
 * would be read as the parameter, or the parameter as the value.
 */
const callParameters: readonly string[] = [
  ...Object.keys(commonParameters.shape),
  ...['id', 'fields', 'verb', 'password', 'new_password', 'confirm_password', 'invitation_token'],
  ...['language', 'quiet_hours', 'seen_marks'],
  ...['pn_event', 'pn_file', 'pn_mention', 'pn_comment', 'pn_like', 'pn_booking', 'pn_classified', 'pn_sponsors'],
  ...['mailing_mention', 'mailing_event', 'mailing_classified_reminder', 'mailing_important', 'mailing_booking'],
  'mailing_dm',
];
const parameterProblem = (name: string) => `a field cannot be called '${name}', like a parameter of the calls`;

/** Returns why an extra sign-up field can never be filled in or hides another one, if so. */
function signupFieldProblem(
  { name, type, options, subtype, multiple }: SignupField,
  { workplaces }: Deployment,
  before: readonly SignupField[],
): string | undefined {
  if ((signUpBaseFields as readonly string[]).includes(name)) return `'${name}' is the name of a base field`;
  if (callParameters.includes(name)) return parameterProblem(name);
  if (before.some((other) => other.name === name)) return `there is a field '${name}' already`;
  const once = type === 'workplaces' || type === 'selected-groups';
  if (once && before.some((other) => other.type === type)) return `there can be one ${type} field only`;
  if (type === 'dropdown' && !options?.length) return 'a dropdown needs options';
  if (type === 'dynamic-list' && !subtype) return 'a dynamic-list needs the subtype of its items';
  if (type === 'workplaces' && workplaces.length === 0) return 'a workplaces field needs workplaces';
  if (type === 'dropdown' && multiple) return commaProblem(options);
  return undefined;
}

function profileFieldProblem(field: ProfileField, before: readonly ProfileField[]): string | undefined {
  const { name, type, subtype, multiple, options } = field;
  if (callParameters.includes(name)) return parameterProblem(name);
  if (before.some((other) => other.name === name)) return `there are two fields with the name '${name}'`;
  if (type === 'dropdown' && optionsOf(field).length === 0) return 'a dropdown needs options or a range';
  if (type === 'dynamic-list' && !subtype) return 'a dynamic-list needs the subtype of its items';
  if (multiple && type !== 'dropdown' && type !== 'dynamic-list')
    return 'only a dropdown or a dynamic-list can be multiple';
  return multiple ? commaProblem(options) : undefined;
}

const commaProblem = (options: readonly string[] = []) =>
  options.some((option) => option.includes(',')) ? 'options of a multiple field have no commas' : undefined;

/** Finds contradictions between keys, which a schema of one key cannot express. */
export function deploymentContradictions(config: Deployment, rules: PatternRules = {}): Contradiction[] {
  const found: Contradiction[] = [];
  const { flags: f } = config;
  const tabs = tabsOf(config);
  if (f.default_page !== undefined && !tabs.includes(f.default_page))
    found.push({ path: 'flags.default_page', hint: `'${f.default_page}' is not one of this deployment's tabs` });
  if (tabs.includes('webview') && f.webview_tab.url === undefined)
    found.push({ path: 'flags.webview_tab.url', hint: 'the tab webview needs the page that it shows' });
  if (f.passwordMinLen > f.passwordMaxLen)
    found.push({ path: 'flags.passwordMinLen', hint: 'must not be above passwordMaxLen' });
  if (f.passwordMaxLen > f.login_password_max)
    found.push({
      path: 'flags.passwordMaxLen',
      hint: `must not be above login_password_max (${f.login_password_max}): longer passwords could not sign in`,
    });
  if (f.passwordMinLen < loginPasswordMin)
    found.push({
      path: 'flags.passwordMinLen',
      hint: `must be at least ${loginPasswordMin}: shorter passwords could not sign in`,
    });
  if (f.third_party_auth && f.username_pattern && !hasFittingUsernames({ ...f, ...rules }))
    found.push({
      path: 'flags.username_pattern',
      hint: 'leaves no names for members who sign up by third_party_auth: it has to take a word with random digits or letters after it',
    });
  if (f.rooms_tab.start_hour >= f.rooms_tab.end_hour)
    found.push({ path: 'flags.rooms_tab.start_hour', hint: 'must be before end_hour' });
  const accessKeys = [...profileDefinitions(f).map(({ name }) => name), 'subscription', 'workplaces'];
  for (const key of Object.keys(f.rooms_tab.limited_access ?? {}))
    if (!accessKeys.includes(key))
      found.push({
        path: `flags.rooms_tab.limited_access.${key}`,
        hint: `members have no field '${key}': name a field of the profile or of the sign-up form, subscription or workplaces`,
      });
  const kinds = f.signup_fields.map((field) => field.type);
  const severalWorkplaces = f.signup_fields.some((field) => field.type === 'workplaces' && field.multiple);
  if (severalWorkplaces && kinds.includes('selected-groups'))
    found.push({ path: 'flags.signup_fields', hint: 'Cannot have multiple workplaces AND selected groups!!!' });
  else
    f.signup_fields.forEach((field, index) => {
      const hint = signupFieldProblem(field, config, f.signup_fields.slice(0, index));
      if (hint) found.push({ path: `flags.signup_fields[${index}]`, hint });
    });
  f.profile_fields.forEach((field, index) => {
    const hint = profileFieldProblem(field, f.profile_fields.slice(0, index));
    if (hint) found.push({ path: `flags.profile_fields[${index}]`, hint });
  });
  if (f.workplaces_enabled && config.workplaces.length === 0)
    found.push({ path: 'workplaces', hint: 'workplaces_enabled needs at least one workplace' });
  if (!f.workplaces_enabled && config.workplaces.length > 1)
    found.push({ path: 'workplaces', hint: 'several workplaces need workplaces_enabled' });
  const plain = config.tabs.map((tab) => (typeof tab === 'string' ? tab : `${tab.id}:${tab.namespace ?? ''}`));
  plain.forEach((tab, index) => {
    if (plain.indexOf(tab) !== index) found.push({ path: `tabs[${index}]`, hint: 'this tab is named twice' });
  });
  const namespaces = noticesNamespaces(config);
  const twice = namespaces.find((namespace, index) => namespaces.indexOf(namespace) !== index);
  if (twice !== undefined && found.every(({ hint }) => hint !== 'this tab is named twice'))
    found.push({ path: 'tabs', hint: `two notices tabs have the namespace '${twice}'` });
  return found;
}
