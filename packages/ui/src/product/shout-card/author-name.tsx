/** The name of an author, a link to the profile if there is an address. */
export function AuthorName({
  id,
  href,
  children,
}: {
  id?: string | undefined;
  href: string | undefined;
  children: string;
}) {
  const shared = { id, className: 'strong truncate', dir: 'auto' };
  return href === undefined ? (
    <span {...shared}>{children}</span>
  ) : (
    <a {...shared} href={href}>
      {children}
    </a>
  );
}
