import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../../home/home-page.tsx'

export const Route = createFileRoute('/o/$slug/home')({ component: HomePage })
