const svg = (body: string, w = 320, h = 160) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMidYMid slice">${body}</svg>`)}`;

/** Sample pictures as inline SVG, so that the gallery needs no files. */
export const pictures = {
  dawn: svg(
    '<rect width="320" height="160" fill="#e0a07c"/><circle cx="180" cy="92" r="22" fill="#ffe2a8"/><path d="M0 120 60 82l46 26 52-40 70 46 92-30v76H0Z" fill="#3c4354"/><path d="M0 160v-30l120-12 200 18v24Z" fill="#20252f"/>',
  ),
  lane: svg(
    '<rect width="320" height="160" fill="#232938"/><path d="M0 160 150 60h20l150 100Z" fill="#3a3f4c"/><path d="M156 160 159 62h2l3 98Z" fill="#e8e6e0"/><g fill="#e9b45c"><path d="M0 20h40v50H0zM52 30h30v36H52zM92 38h20v24H92z"/></g><path d="M196 126h72l-10-20h-40Z" fill="#f2f0ec"/><rect x="190" y="124" width="86" height="18" rx="6" fill="#f0682f"/>',
  ),
  tyres: svg(
    '<rect width="320" height="160" fill="#14161b"/><g fill="none" stroke="#3d424d" stroke-width="13"><circle cx="60" cy="44" r="24"/><circle cx="140" cy="44" r="24"/><circle cx="220" cy="44" r="24"/><circle cx="60" cy="116" r="24"/><circle cx="140" cy="116" r="24"/><circle cx="220" cy="116" r="24"/></g>',
  ),
  helmet: svg(
    '<rect width="80" height="80" fill="#c9703f"/><path d="M14 50a26 26 0 0 1 52 0v8H14Z" fill="#1d2026"/><path d="M34 44h32v10H34Z" fill="#8fa3bd"/>',
    80,
    80,
  ),
  face: svg(
    '<rect width="80" height="80" fill="#b9c3b0"/><circle cx="40" cy="36" r="15" fill="#8a5a3c"/><path d="M14 80a26 22 0 0 1 52 0Z" fill="#26364f"/>',
    80,
    80,
  ),
};

export const people = {
  tamsin: { id: 'u1', name: 'Tamsin Okoro', src: pictures.helmet },
  hugo: { id: 'u2', name: 'Hugo Lindqvist-Abara' },
  noor: { id: 'u3', name: 'Noor El-Hakimi', src: pictures.face },
  petra: { id: 'u4', name: 'Petra Wolańska' },
  kenji: { id: 'u9', name: 'Kenji Aramaki-Toll' },
  saanvi: { id: 'u6', name: 'Saanvi Raghunathar' },
};
