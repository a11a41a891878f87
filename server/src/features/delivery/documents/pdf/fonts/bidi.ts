import bidiFactory, { type Bidi } from 'bidi-js'

/**
 * The Unicode Bidirectional Algorithm. The package's types describe its ES module, but Node loads
 * the other build, which exports the factory itself.
 */
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)()
