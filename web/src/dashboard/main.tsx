import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { start } from '../ui/start.tsx'
import { createDashboardRouter } from './router.ts'
import { addressOfSignIn } from './session/sign-in-address.ts'

const queryClient = createQueryClient(() => {
  const target = addressOfSignIn(router.state.location)
  if (target === undefined) return
  queryClient.clear()
  void router.navigate(target)
})
const router = createDashboardRouter(queryClient)

start(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
