import bidiFactory, { type Bidi } from 'bidi-js'

/**
 * The Unicode Bidirectional Algorithm. The package's types describe its ES module, while Node loads
 * the other one, which is the factory itself.
 */
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)()
