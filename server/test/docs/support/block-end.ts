/** Ends the output of a block. */
export const BLOCK_END = '-- the block has ended --'
