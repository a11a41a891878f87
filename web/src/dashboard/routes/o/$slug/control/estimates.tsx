import { createFileRoute } from '@tanstack/react-router'
import { EstimatesPage } from '../../../../control/estimates/estimates-page.tsx'

export const Route = createFileRoute('/o/$slug/control/estimates')({ component: EstimatesPage })
