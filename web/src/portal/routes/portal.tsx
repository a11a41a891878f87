import { createFileRoute } from '@tanstack/react-router'
import { LinkNeeded } from '../link-needed.tsx'

export const Route = createFileRoute('/portal')({ component: LinkNeeded })
