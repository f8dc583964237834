// Given to the compiler before anything else when the database driver is compiled.
//
// From Node 24.19 on, the destructor of node::ObjectWrap in Node's headers takes back an environment's cleanup hook, which aborts
// the process when a garbage collection runs outside of any context (nodejs/node#65446). Without the hook, which older headers
// never set, a wrapped object is simply left to the end of the process when its environment ends first.
#if __has_include(<node_object_wrap.h>)
#include <node.h>

namespace node {
inline void LeaveCleanupHook(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook LeaveCleanupHook
#define RemoveEnvironmentCleanupHook LeaveCleanupHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
#endif
