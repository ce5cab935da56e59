/**
 * The e-mail addresses in a typed or pasted list (specification B §5, Invite): separated by commas, semicolons or line breaks,
 * each alone or as `Name <address>`; trimmed, lowercased, without blanks and repeats. Checks none of them.
 */
export function addressesIn(text: string): string[] {
  // A comma inside quotes belongs to the name: "Lee, Ann" <ann@example.org>
  const entries = text.match(/(?:"[^"]*"|[^",;\n])+/g) ?? [];
  const addresses = entries.map((entry) => {
    const plain = entry.trim();
    return (/^[^<>]*<([^<>]*)>$/.exec(plain)?.[1] ?? plain).trim().toLowerCase();
  });
  return [...new Set(addresses.filter((address) => address !== ''))];
}
