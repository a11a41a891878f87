/**
 * Typeface of the pages that the server renders: the font of the built pages, whose name contains
 * its version. Where no pages are built, the local fonts apply.
 */
const URL = '/assets/inter-latin-4.1.woff2'

export const FONT_FAMILY = 'Inter,"Inter Fallback",system-ui,-apple-system,"Segoe UI",sans-serif'

/** Font faces for a style sheet; the policy of the page needs `font-src 'self'`. */
export const FONT_FACES = `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;
src:url(${URL}) format("woff2")}
@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans"),local("Arimo");
size-adjust:107.4%;ascent-override:90.2%;descent-override:22.5%;line-gap-override:0%}`

/** Attributes of the link that loads the font with the page. */
export const FONT_PRELOAD = `rel="preload" href="${URL}" as="font" type="font/woff2" crossorigin`
