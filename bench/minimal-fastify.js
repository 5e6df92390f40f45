/** A minimal Fastify app: one route with a fixed response. `start.ts` compares the start of the service with it. */
import fastify from 'fastify'

const app = fastify()
app.post('/v1/banks', () => ({ banks: [] }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.stdout.write('listening\n')
