/** Type tests: links to unknown routes do not compile. */
import { Link } from '@tanstack/react-router'

export const right = <Link to="/">Start</Link>

// @ts-expect-error there is no such page
export const wrong = <Link to="/nope">Nowhere</Link>
