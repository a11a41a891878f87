/** Checked by the compiler alone: addresses are known by their names, and a wrong one does not compile. */
import { Link } from '@tanstack/react-router'

export const right = <Link to="/">Start</Link>

// @ts-expect-error there is no such page
export const wrong = <Link to="/nope">Nowhere</Link>
